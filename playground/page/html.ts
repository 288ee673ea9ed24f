/** The page before its script runs. */
export const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="color-scheme" content="dark light">
<title>Matchpoint playground</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/page.css">
<script type="module" src="/page.js"></script>
</head>
<body>
<noscript>The playground's chat needs JavaScript.</noscript>
</body>
</html>
`;

/** The bot's face: a ball and the line it may touch. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128" viewBox="0 0 128 128">
<rect width="128" height="128" fill="#4752c4"/>
<path d="M24 92h80" stroke="#fff" stroke-width="9" stroke-linecap="round"/>
<circle cx="64" cy="54" r="26" fill="#d9f06a"/>
<path d="M44 38c12 6 16 22 8 36M84 70c-12-6-16-22-8-36" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round"/>
</svg>
`;
