// On a phone the board stays visible while one scrolls to the panels, so that choices there show on
// it at once. The wide drawing is fixed at the top of the window and takes clicks; the upright one
// keeps its place.
export function keepInSight(stage) {
  // Focused elements and scroll targets stay below it.
  const leaveRoom = () => {
    const along = stage.place.querySelector(".wide");
    const there = along && getComputedStyle(along).position === "fixed";
    document.documentElement.style.scrollPaddingTop = there ? `${along.getBoundingClientRect().height}px` : "";
  };
  new IntersectionObserver(([{ isIntersecting, boundingClientRect: { bottom } }]) => {
    const hole = stage.holes.active;
    document.body.classList.toggle("scrolled-past", !isIntersecting && bottom <= 0);
    leaveRoom();
    // A drawing that disappears passes the focus to the other one.
    const { seen } = stage.holes;
    if (hole === undefined || !seen || seen.svg.contains(document.activeElement)) return;
    seen.cells[hole].group.focus({ preventScroll: true });
  }).observe(stage.place);
  // Boards of other sizes have other heights.
  stage.addEventListener("settled", leaveRoom);
}
