// The state in the address; see tree.js here.
async (load, equal) => {
  const { stateInAddress, writeAddress } = await load("pages.js");

  stateInAddress();
  writeAddress("rules=kalah");
  equal("a state is written", location.hash, "#rules=kalah");
  location.hash = "rules=dakon";
  writeAddress("rules=kalah&holes=3");
  equal("what was just entered is not replaced before it is read", location.hash, "#rules=dakon");
  equal("it is read", stateInAddress(), "rules=dakon");
  writeAddress("rules=kalah&holes=3");
  equal("and then replaced", location.hash, "#rules=kalah&holes=3");
}
