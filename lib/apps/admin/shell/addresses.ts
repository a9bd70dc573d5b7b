/** Addresses below the panel that pages of more than one section lead to. */

export const clientPath = (clientId: string, tab: string): string => `/clients/${encodeURIComponent(clientId)}/${tab}`

/** The review of access as a download; `client` or `user` narrow it down. */
export const reviewExportPath = '/review/export'

/** @param page below the page of the user, who is shown without one */
export const userPath = (sub: string, page = ''): string =>
  `/users/${encodeURIComponent(sub)}${page === '' ? '' : `/${page}`}`
