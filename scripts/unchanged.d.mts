export function copiedBy(dockerfile: string): string[];
export function inputsOf(group: 'image' | 'tools' | 'pages'): string[];
