/** The words of a text: a list in the form of a line. */
export const words = ({ raw: [text = ''] }: TemplateStringsArray): string[] => text.trim().split(/\s+/)
