// Wide tables scroll sideways: with a keyboard too.
const mark = () =>
  document.querySelectorAll(".md-typeset__scrollwrap").forEach((area) => {
    area.tabIndex = 0;
  });
new MutationObserver(mark).observe(document.querySelector(".md-content"), { childList: true, subtree: true });
mark();
