// On a phone the board goes along when one scrolls to the panels: what is chosen there is seen on it at once. The
// drawing for wide windows lies at the top of the window then, and takes clicks; the upright one keeps its place.
export function keepInSight(stage) {
  // What has the focus, or is scrolled to, stands below it.
  const leaveRoom = () => {
    const along = stage.place.querySelector(".wide");
    const there = along && getComputedStyle(along).position === "fixed";
    document.documentElement.style.scrollPaddingTop = there ? `${along.getBoundingClientRect().height}px` : "";
  };
  new IntersectionObserver(([{ isIntersecting, boundingClientRect: { bottom } }]) => {
    const hole = stage.holes.active;
    document.body.classList.toggle("scrolled-past", !isIntersecting && bottom <= 0);
    leaveRoom();
    // A drawing that goes leaves the focus to the other one.
    const { seen } = stage.holes;
    if (hole === undefined || !seen || seen.svg.contains(document.activeElement)) return;
    seen.cells[hole].group.focus({ preventScroll: true });
  }).observe(stage.place);
  // A board of another size has another height.
  stage.addEventListener("settled", leaveRoom);
}
