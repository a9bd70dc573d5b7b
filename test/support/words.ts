/** The words of a text: a list that is read more easily as a line. */
export const words = ({ raw: [text = ''] }: TemplateStringsArray): string[] => text.trim().split(/\s+/)
