/** Authentication context classes: a password alone, and with a second factor (OIDC Core s2; RFC 8176 names the `amr`). */
export const ACR_VALUES = ['urn:portico:acr:1', 'urn:portico:acr:2'] as const
