// Keeps the site for times without a network.
if ("serviceWorker" in navigator) navigator.serviceWorker.register(new URL("service-worker.js", import.meta.url));
