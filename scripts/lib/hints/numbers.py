"""Means, least squares, and their formatting."""
from fractions import Fraction


# The 97.5th percentile of the normal distribution.
NORMAL_95 = 1.959963984540054


def interval(results):
    """Returns the mean with the 95 % interval of the normal approximation."""
    n = len(results)
    mean = sum(results) / n
    variance = sum((x - mean) ** 2 for x in results) / (n - 1)
    reach = NORMAL_95 * (variance / n) ** 0.5
    return {"mean": round(mean, 2), "low": round(mean - reach, 2), "high": round(mean + reach, 2)}


def least_squares(rows, results):
    """Returns the coefficients, by the normal equations in fractions, with intervals of the normal
    approximation."""
    size = len(rows[0])
    sums = [[sum(r[i] * r[j] for r in rows) for j in range(size)] for i in range(size)]
    right = [sum(r[i] * y for r, y in zip(rows, results)) for i in range(size)]
    turned = inverse(sums)
    found = [sum(x * y for x, y in zip(row, right)) for row in turned]
    off = [y - sum(c * x for c, x in zip(found, r)) for r, y in zip(rows, results)]
    variance = sum(float(x) ** 2 for x in off) / (len(rows) - size)
    told = []
    for i, mean in enumerate(map(float, found)):
        reach = NORMAL_95 * (variance * float(turned[i][i])) ** 0.5
        told.append({"mean": round(mean, 2), "low": round(mean - reach, 2), "high": round(mean + reach, 2)})
    return told


def inverse(matrix):
    size = len(matrix)
    table = [
        [*map(Fraction, row), *(Fraction(i == j) for j in range(size))] for i, row in enumerate(matrix)
    ]
    for i in range(size):
        pivot = next(r for r in range(i, size) if table[r][i])
        table[i], table[pivot] = table[pivot], table[i]
        table[i] = [x / table[i][i] for x in table[i]]
        for r in range(size):
            if r != i:
                table[r] = [x - table[r][i] * y for x, y in zip(table[r], table[i])]
    return [row[size:] for row in table]


def side_of_zero(found):
    """Says on which side of zero an interval is."""
    return "above" if found["low"] > 0 else "below" if found["high"] < 0 else "around"


def about(found):
    return f"{found['mean']:+} ({found['low']:+} to {found['high']:+})"


def percent(part, whole):
    return f"{100 * part / whole:.1f} %"


def score(found):
    """Tells the share of rounds won, of which a draw is half, and the seeds won in a round."""
    won = found["won"] + found["drawn"] / 2
    return f"{percent(won, found['rounds'])}, {about(found['result'])} seeds"
