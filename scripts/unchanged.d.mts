export function inputsOf(group: 'install' | 'tools' | 'pages'): string[];
