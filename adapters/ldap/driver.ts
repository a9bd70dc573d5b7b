/** Checks at startup that the package is installed, without loading it. @throws Error that names the package */
export function requireDriver(): void {
  try {
    ;(import.meta as Partial<ImportMeta>).resolve?.('ldapts')
  } catch {
    throw new Error('ldapDirectory needs the package ldapts: npm install ldapts@9')
  }
}
