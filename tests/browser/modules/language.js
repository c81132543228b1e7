// Texts by key, as the page has them in the reader's language; see tree.js here.
async (load, equal) => {
  const { hasText, LANGUAGE, languageOf, LANGUAGES, number, signed, t } = await load("language.js");
  const main = document.querySelector("script[src]").src;
  const read = async (name) => (await fetch(new URL(name, main))).json();

  const codes = { ms: "ms", "ms-MY": "ms", "MS_bn": "ms", zsm: "ms", id: "id", "in-ID": "id", en: "en", "en-GB": "en" };
  for (const [code, one] of Object.entries(codes)) equal(`the language of ${code}`, languageOf(code)?.code, one);
  for (const code of ["", "ta", "m", "malay"]) equal(`no language of ${code}`, languageOf(code), undefined);
  equal("what readers hear", document.documentElement.lang, LANGUAGE);

  // The browser's number format for the language.
  for (const { code } of LANGUAGES) {
    const { language } = await read(`language/${code}.json`);
    const parts = new Intl.NumberFormat(code).formatToParts(-12345.5);
    const sign = (type) => parts.find((part) => part.type === type).value;
    equal(`between thousands in ${code}`, sign("group"), language.numbers.group);
    equal(`before decimals in ${code}`, sign("decimal"), language.numbers.decimal);
    for (const count of [0, 1, 2, 3, 5, 10, 11, 21, 100]) {
      const form = Object.keys(language.plural).find((one) => language.plural[one].includes(count)) ?? "other";
      equal(`the form of ${count} in ${code}`, form, new Intl.PluralRules(code).select(count));
    }
  }
  const { language, page } = await read(`language/${LANGUAGE}.json`);
  const { group, decimal, minus } = language.numbers;
  equal("numbers", [number(1234567), number(-0.25, 1)], [`1${group}234${group}567`, `${minus}0${decimal}3`]);
  equal("signs", [signed(3), signed(0), signed(-3)], ["+3", "0", `${minus}3`]);

  const { seeds } = page.count;
  equal("a text of many", t("count.seeds", { count: 1234 }), (seeds.other ?? seeds).replace("{count}", number(1234)));
  equal("a text of one", t("count.seeds", { count: 1 }), (seeds.one ?? seeds.other ?? seeds).replace("{count}", "1"));
  equal("values are not read again", t("turns.plain", { text: "{moves} $&" }), "{moves} $&.");
  equal("there and not there", [hasText("sets.dakon.game"), hasText("sets.mine.game")], [true, false]);
  for (const wrong of [() => t("no.such"), () => t("turns.plain"), () => t("turns")]) {
    let told = "nothing";
    try {
      wrong();
    } catch (error) {
      told = error.message;
    }
    equal(`a fault: ${told}`, told === "nothing", false);
  }
}
