/** Defaults for OpenLDAP and Active Directory. */
export const DEFAULTS = {
  openldap: {
    userFilter: '(uid={username})',
    id: 'entryUUID',
    attributes: { username: 'uid', name: 'cn', given_name: 'givenName', family_name: 'sn', email: 'mail' },
    groups: { filter: '(member={dn})', name: 'cn' },
  },
  'active-directory': {
    userFilter: '(sAMAccountName={username})',
    id: 'objectGUID',
    attributes: {
      username: 'sAMAccountName',
      name: 'displayName',
      given_name: 'givenName',
      family_name: 'sn',
      email: 'mail',
    },
    // The server resolves nested groups (LDAP_MATCHING_RULE_IN_CHAIN).
    groups: { filter: `(member:1.2.840.113556.1.4.1941:={dn})`, name: 'cn' },
  },
} as const
