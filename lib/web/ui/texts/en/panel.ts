/** English texts of the shell that the administration panel and the portal share. */
const plural = new Intl.PluralRules('en')

export const panelTexts = {
  machines: { 'command line': 'command line', configuration: 'configuration', service: 'service' },
  menu: 'Menu',
  sections: 'Sections',
  accountMenu: 'Your account',
  signOut: 'Sign out',
  search: 'Search',
  searchHint: 'Client, user, request ID, sid or jti',
  previous: 'Previous',
  next: 'Next',
  pages: 'Pages',
  results: (p: { count: number }) => (plural.select(p.count) === 'one' ? `${p.count} result` : `${p.count} results`),
  range: (p: { from: number; to: number; total: number }) => `${p.from} to ${p.to} of ${p.total}`,
  sortBy: (p: { column: string }) => `Sort by ${p.column}`,
  noMatch: (p: { what: string; query: string }) => `No ${p.what} match “${p.query}”.`,
  clearFilters: 'Clear filters',
  typeToConfirm: (p: { word: string }) => `Type ${p.word} to confirm`,
  typedWrong: (p: { word: string }) => `Type ${p.word} exactly as shown`,
  keep: 'Cancel',
  asTable: 'Show as a table',
  total: 'Total',
  never: 'Never',
  none: 'None',
}
