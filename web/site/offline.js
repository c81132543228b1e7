// Keeps the site for times without a network. The page comes first: what it has loaded by then is not loaded again.
import { ready } from "./connection.js";

const keep = () => navigator.serviceWorker.register(new URL("service-worker.js", import.meta.url));
if ("serviceWorker" in navigator) ready.then(keep);
