/**
 * What may be wrong with a deployment though the service runs: a closed list of codes, each with why it matters and what mends
 * it. `portico doctor` prints them; the service logs those that it can know of itself, and the panel shows these.
 *
 * Spec      portico doctor; "Needs attention" on the panel's overview
 * RFC       none
 * Deny      none: it is advice
 * Enforced  lib/cli/doctor/report.ts, lib/cli/doctor/upstreams.ts, lib/domain/seed/seeding.ts, lib/compose/node.ts
 * Tests     test/policies/findings.test.ts, test/cli/doctor-inside.test.ts, test/cli/doctor-outside.test.ts, test/cli/doctor-upstreams.test.ts
 */
interface FindingRule {
  /** `error`: something does not work, or is not safe. `warning`: it works, and will hurt one day. */
  readonly severity: 'error' | 'warning'
  readonly why: string
  readonly mend: string
}

export const FINDINGS = {
  'not-looked-at': {
    severity: 'error',
    why: 'Something stood in the way that doctor does not know, so what is wrong there is not known.',
    mend: 'Start the service and read its log; the doctor and the service must be of one version.',
  },
  // Settings and files
  'settings-invalid': {
    severity: 'error',
    why: 'The service does not start with these settings.',
    mend: 'Correct the setting; lib/config/README.md has all of them.',
  },
  'file-permissions': {
    severity: 'warning',
    why: 'Other users of this machine can read secrets in it.',
    mend: 'chmod 600 the file; it must belong to the user that runs the service.',
  },
  'rate-limits-off': {
    severity: 'warning',
    why: 'Nothing slows down whoever guesses codes and secrets, or floods the service.',
    mend: 'Remove rateLimits: false. For servers of your own set clients[].backend instead.',
  },
  'rate-limited': {
    severity: 'warning',
    why: 'A server app is one address for all its users, and so is an office behind one NAT: they share the limit of an address.',
    mend: 'Find the address in the log (error_ref too_many_attempts). For a server of your own set clients[].backend; if all have one address, TRUST_PROXY is wrong; otherwise raise rateLimits of that endpoint.',
  },
  'engine-untested': {
    severity: 'warning',
    why: 'Parts of oidc-provider are replaced; with another version they may behave in a way that no test has seen.',
    mend: 'Install the version that this package names: remove overrides of oidc-provider, then npm ci.',
  },
  // The store
  'store-unreachable': {
    severity: 'error',
    why: 'Without the store the service answers 503.',
    mend: 'Check REDIS_URL or PORTICO_DATA, that the server runs, and that this machine may connect to it.',
  },
  'store-credentials': {
    severity: 'error',
    why: 'Redis refuses the user or the password, so nothing can be read or written.',
    mend: 'Correct user and password in REDIS_URL (redis://user:password@host); encode / ? # @ and %.',
  },
  'store-read-only': {
    severity: 'error',
    why: 'Nothing can be written: no sign-in, no token, no revocation.',
    mend: 'Mount the folder read-write, and let it belong to the user that runs the service.',
  },
  'store-disk-low': {
    severity: 'warning',
    why: 'When the disk is full, nobody can sign in; only revocation and sign-out still work.',
    mend: 'Free space, or give the data folder a larger disk.',
  },
  'store-journal': {
    severity: 'error',
    why: 'Without a write-ahead log several nodes get in each other’s way, and a crash may damage the file. Network file systems cannot have one.',
    mend: 'Put PORTICO_DATA on a local disk.',
  },
  'store-in-memory': {
    severity: 'warning',
    why: 'Clients, sessions, tokens and keys are lost when the service ends.',
    mend: 'Set PORTICO_DATA to a folder, or REDIS_URL.',
  },
  'store-unused': {
    severity: 'warning',
    why: 'The service has never run on this store: either it was never started, or these are not its settings.',
    mend: 'Run doctor in the folder and with the variables of the service; start the service once.',
  },
  'store-slow': {
    severity: 'warning',
    why: 'Every request waits for the store once or several times.',
    mend: 'Put the store near the service: same zone, same network, no proxy between.',
  },
  'secret-wrong': {
    severity: 'error',
    why: 'The signing keys in the store were encrypted with another root secret: the service does not start.',
    mend: 'Set PORTICO_SECRET to that one; to change it, list both with a comma, the new one first.',
  },
  'clock-off': {
    severity: 'error',
    why: 'Tokens are refused, or live too long, where two clocks differ by more than 5 seconds.',
    mend: 'Run chrony, ntpd or systemd-timesyncd on every machine, that of the store too.',
  },
  'redis-version': {
    severity: 'error',
    why: 'The service uses commands that this version does not have.',
    mend: 'Install Redis 6.2 or later, or Valkey.',
  },
  'redis-eviction': {
    severity: 'error',
    why: 'When memory runs out, tokens and revocations are dropped at will: what was revoked may work again.',
    mend: 'Set maxmemory-policy to noeviction.',
  },
  'redis-not-persistent': {
    severity: 'error',
    why: 'Nothing is kept on disk: a restart loses every client, session, token and signing key.',
    mend: 'Set appendonly to yes and appendfsync to always.',
  },
  'redis-snapshots-only': {
    severity: 'warning',
    why: 'A crash loses all since the last snapshot, revocations and used codes included.',
    mend: 'Set appendonly to yes and appendfsync to always.',
  },
  'redis-loses-seconds': {
    severity: 'warning',
    why: 'A crash may lose the last second or more, revocations and used codes included.',
    mend: 'Set appendfsync to always.',
  },
  'redis-unchecked': {
    severity: 'warning',
    why: 'Whether Redis may drop or lose records cannot be looked up.',
    mend: 'Allow CONFIG GET, or see to it yourself that maxmemory-policy is noeviction and appendonly is yes.',
  },
  'redis-memory-low': {
    severity: 'warning',
    why: 'When memory runs out, nobody can sign in.',
    mend: 'Raise maxmemory, or give the machine more memory.',
  },
  'redis-without-replica': {
    severity: 'warning',
    why: 'There is nobody to take over when this master fails.',
    mend: 'Start a replica, or find out why it does not follow its master.',
  },
  'redis-failover-loses': {
    severity: 'warning',
    why: 'A master that is cut off goes on taking writes, and all of them are lost when it comes back as a replica.',
    mend: 'Set min-replicas-to-write to 1 and min-replicas-max-lag to 1 on every server.',
  },
  'redis-cluster-incomplete': {
    severity: 'error',
    why: 'Records in these slots can be neither read nor written: some users cannot sign in.',
    mend: 'Bring the missing masters back, or move their slots: redis-cli --cluster check.',
  },
  // Keys and mail
  'key-overdue': {
    severity: 'warning',
    why: 'The rotation of signing keys is not happening.',
    mend: 'See that at least one node runs, and look in its log for "signing keys". portico keys rotate asks for the next one.',
  },
  'mail-unreachable': {
    severity: 'error',
    why: 'No letter is sent: nobody can reset a password or accept an invitation.',
    mend: 'Check host and port in SMTP_URL, and that this machine may connect to it.',
  },
  'mail-tls': {
    severity: 'error',
    why: 'Letters carry links that sign in. They are handed over encrypted, to a server whose certificate is valid, or not at all.',
    mend: 'Use a server that offers STARTTLS (smtp://) or TLS (smtps://); name a CA of your own with ?ca=FILE.',
  },
  'mail-credentials': {
    severity: 'error',
    why: 'The mail server refuses the sign-in, so no letter is sent.',
    mend: 'Correct user and password in SMTP_URL; encode / ? # @ and %.',
  },
  // Providers that users come from
  'upstream-unreachable': {
    severity: 'error',
    why: 'Nobody signs in by this connector.',
    mend: 'Check the issuer in login.upstreams, and that this machine may connect to it (DNS, firewall).',
  },
  'upstream-tls': {
    severity: 'error',
    why: 'The certificate of the provider is not trusted, so nobody signs in by this connector.',
    mend: 'Let the provider send its whole chain. For a CA of your own start the service with NODE_EXTRA_CA_CERTS=FILE.',
  },
  'upstream-issuer': {
    severity: 'error',
    why: 'The issuer is compared byte for byte, and what another one says is refused.',
    mend: 'Write the issuer in login.upstreams as the discovery document has it, with or without a slash at the end.',
  },
  'upstream-endpoints': {
    severity: 'error',
    why: 'Addresses that sign-ins need are missing there, or may not be asked: they are private ones of another host than the issuer’s.',
    mend: 'See that the issuer is that of an OpenID provider, and allow private addresses in login.allowPrivateAddresses.',
  },
  'upstream-pkce': {
    severity: 'error',
    why: 'Each sign-in is protected by PKCE with S256, which this provider does not name.',
    mend: 'Switch PKCE with S256 on at the provider, for the client of this connector.',
  },
  'upstream-algorithms': {
    severity: 'error',
    why: 'ID tokens are taken with an asymmetric signature alone.',
    mend: 'Choose RS256, PS256, ES256 or EdDSA for ID tokens at the provider.',
  },
  'upstream-keys': {
    severity: 'error',
    why: 'Without the keys of the provider no ID token of it can be verified.',
    mend: 'Check that this machine may connect to the address, and that it answers with keys.',
  },
  'upstream-clock': {
    severity: 'error',
    why: 'ID tokens of the provider are expired, or not yet valid, by the clock of this machine.',
    mend: 'Run chrony, ntpd or systemd-timesyncd on this machine.',
  },
  'upstream-secret-expires': {
    severity: 'warning',
    why: 'When it has run out, nobody signs in by this connector.',
    mend: 'Make a new client secret at the provider, give it to every node, and set secretExpires anew.',
  },
  'upstream-secret-expired': {
    severity: 'error',
    why: 'The provider refuses a client secret that has run out, so nobody signs in by this connector.',
    mend: 'Make a new client secret at the provider, give it to every node, and set secretExpires anew.',
  },
  // The directory service
  'directory-unreachable': {
    severity: 'error',
    why: 'Users of the directory cannot sign in while no server of it answers; with several, the next one is asked.',
    mend: 'Check ldap.url, that the server runs, and that this machine may connect to it.',
  },
  'directory-tls': {
    severity: 'error',
    why: 'No password is sent to a server without TLS, or with a certificate that nobody vouches for.',
    mend: 'Name the authority of the server in ldap.ca, and the host of its certificate in ldap.url.',
  },
  'directory-credentials': {
    severity: 'error',
    why: 'The directory refuses the account that searches, so nobody is found.',
    mend: 'Correct ldap.bindDn and LDAP_BIND_PASSWORD, and see that the account is not locked.',
  },
  'directory-search': {
    severity: 'error',
    why: 'The directory answers, and users or their groups are not found in it.',
    mend: 'Correct ldap.base, the filters and attributes; portico directory test USERNAME goes the whole way.',
  },
  'directory-shared-names': {
    severity: 'warning',
    why: 'A name that several entries have is nobody’s: these users cannot sign in.',
    mend: 'Narrow ldap.base or ldap.userFilter so that each name finds one entry, or rename the others.',
  },
  // The public address
  'url-unreachable': {
    severity: 'error',
    why: 'No browser and no app gets to the service.',
    mend: 'Check DNS, firewall and proxy, and that the service runs.',
  },
  'ipv6-unreachable': {
    severity: 'warning',
    why: 'The name has an IPv6 address: callers try it first and wait, and some never try another.',
    mend: 'Let the proxy listen on that address too, or remove the AAAA record.',
  },
  'tls-expired': {
    severity: 'error',
    why: 'Browsers and apps refuse the certificate.',
    mend: 'Renew it, reload the proxy, and find out why that did not happen by itself.',
  },
  'tls-expires-soon': {
    severity: 'warning',
    why: 'When it has expired, nobody can sign in. Automatic renewal should have happened by now.',
    mend: 'Renew it, reload the proxy, and look in the log of the renewal.',
  },
  'tls-wrong-host': {
    severity: 'error',
    why: 'The certificate is for another host: browsers and apps refuse it.',
    mend: 'Give the proxy the certificate for this host.',
  },
  'tls-untrusted': {
    severity: 'error',
    why: 'Nobody vouches for the certificate. Often the intermediate certificate is missing: browsers may have it, apps do not.',
    mend: 'Give the proxy the full chain (fullchain.pem). For a CA of your own run doctor with --ca FILE.',
  },
  'http2-broken': {
    severity: 'error',
    why: 'The proxy offers HTTP/2 and does not answer over it. Browsers use what is offered.',
    mend: 'Mend or switch off HTTP/2 at the proxy.',
  },
  'path-stripped': {
    severity: 'error',
    why: 'BASE_URL has a path, and the proxy cuts it off before it passes requests on: every address is 404.',
    mend: 'Pass the whole path on. nginx: proxy_pass without a path behind the port; Caddy: handle, not handle_path.',
  },
  'discovery-missing': {
    severity: 'error',
    why: 'Apps read the discovery document first.',
    mend: 'Let the proxy pass everything below BASE_URL on to the service.',
  },
  'issuer-different': {
    severity: 'error',
    why: 'Apps compare the issuer byte for byte, and refuse every token.',
    mend: 'Set BASE_URL to the public address on every node, and let no proxy rewrite answers.',
  },
  'issuer-slash': {
    severity: 'error',
    why: 'Apps compare the issuer byte for byte: with a slash at the end it is another one, and every token is refused.',
    mend: 'Write the issuer without the slash, here and in every app.',
  },
  'not-this-service': {
    severity: 'error',
    why: 'What answers at the address does not know this root secret: another service, another version, or another secret.',
    mend: 'Run doctor with the variables of the service at that address, and see that both clocks are right.',
  },
  'not-ready': {
    severity: 'error',
    why: 'The service answers 503.',
    mend: 'Its log says what is missing.',
  },
  'trust-proxy-low': {
    severity: 'error',
    why: 'All callers seem to come from the proxy: they share one rate limit, and the audit trail has no address of theirs.',
    mend: 'Set TRUST_PROXY to the number of proxies in front.',
  },
  'trust-proxy-high': {
    severity: 'error',
    why: 'Whoever writes X-Forwarded-For himself gets any address he likes, and with each a rate limit of its own.',
    mend: 'Set TRUST_PROXY to the number of proxies in front, and let nobody around them.',
  },
  'forwarded-missing': {
    severity: 'warning',
    why: 'A proxy is in front that does not say for whom it asks: all callers have its address and share one rate limit.',
    mend: 'Let the proxy set X-Forwarded-For and set TRUST_PROXY. nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for.',
  },
  'proto-lost': {
    severity: 'warning',
    why: 'An application around the service (Koa, Express) takes requests for plain http: redirects and cookies of its own go wrong.',
    mend: 'Let the proxy set X-Forwarded-Proto. nginx: proxy_set_header X-Forwarded-Proto $scheme.',
  },
  'host-lost': {
    severity: 'warning',
    why: 'Gated apps, and a panel or portal at a host of its own, are found by the host.',
    mend: 'Let the proxy pass the host on. nginx: proxy_set_header Host $http_host.',
  },
  'hsts-missing': {
    severity: 'warning',
    why: 'The first visit may go over plain http, where whoever is on the way can read and change it. The service sends the header.',
    mend: 'Let the proxy pass Strict-Transport-Security on.',
  },
  'redirect-changed': {
    severity: 'error',
    why: 'Sign-ins are redirects within BASE_URL; another address ends them.',
    mend: 'Let no proxy rewrite Location. nginx: proxy_redirect off.',
  },
  'cookie-missing': {
    severity: 'error',
    why: 'Without its cookies no sign-in works.',
    mend: 'Let the proxy pass Set-Cookie on, and cache nothing.',
  },
  'cookie-insecure': {
    severity: 'error',
    why: 'The browser sends it over plain http too, where whoever is on the way can read it.',
    mend: 'Set BASE_URL to the https address, and let no proxy change Set-Cookie.',
  },
  'cookie-prefix': {
    severity: 'error',
    why: 'Browsers refuse a cookie whose attributes do not fit its prefix: no sign-in works.',
    mend: 'Let no proxy change Set-Cookie. nginx: no proxy_cookie_path, no proxy_cookie_domain.',
  },
  'cookie-flags': {
    severity: 'error',
    why: 'Scripts of a page, or other sites, can use the session.',
    mend: 'Let no proxy change Set-Cookie. nginx: no proxy_cookie_flags.',
  },
  'csp-doubled': {
    severity: 'error',
    why: 'Browsers apply both: what only one of them allows is blocked, often the redirect back to the app (form-action).',
    mend: 'Send no Content-Security-Policy of the proxy’s own for these paths.',
  },
  'csp-changed': {
    severity: 'error',
    why: 'The policy of the pages is part of their protection, and another one may block them.',
    mend: 'Let the proxy pass Content-Security-Policy on as it is.',
  },
  'request-headers-small': {
    severity: 'error',
    why: 'Browsers send the cookies of all apps of the host: one day these users get an error of the proxy, and only they.',
    mend: 'Allow 16 KiB of request headers. nginx: large_client_header_buffers 4 16k.',
  },
  'response-headers-small': {
    severity: 'error',
    why: 'A long state of an app, or several cookies at once, make headers of more than 4 KiB: the proxy answers 502.',
    mend: 'Allow 16 KiB of response headers. nginx: proxy_buffer_size 16k; proxy_buffers 8 16k.',
  },
  'body-small': {
    severity: 'error',
    why: 'Forms of apps and of the panel may have more than the proxy allows: they get its 413.',
    mend: 'Allow bodies of 64 KiB. nginx: client_max_body_size 64k.',
  },
} as const satisfies Record<string, FindingRule>

export type FindingCode = keyof typeof FINDINGS

export interface Finding extends FindingRule {
  readonly code: FindingCode
  /** What was found, with its values: one line, no secret. */
  readonly what: string
}

export const finding = (code: FindingCode, what: string): Finding => ({ code, what, ...FINDINGS[code] })

/** From so many requests on the addresses of a while say something. */
const JUDGED_FROM = 20

/** Requests of a while, by how many addresses their X-Forwarded-For had. */
export interface ForwardedRequests {
  readonly trustProxy: number
  readonly all: number
  /** Had fewer than `trustProxy`. */
  readonly fewer: number
  /** Had more than `trustProxy`. */
  readonly more: number
}

/** What is wrong with `trustProxy`, where most requests say so: single callers may write into the header what they like. */
export function forwardedFinding(seen: ForwardedRequests): Finding | undefined {
  const { trustProxy, all, fewer, more } = seen
  const most = (count: number): boolean => count >= JUDGED_FROM && count * 2 > all
  const told = (count: number, than: string): string =>
    `${count} of ${all} requests had ${than} addresses in X-Forwarded-For than TRUST_PROXY says (${trustProxy})`
  if (most(more)) return finding('trust-proxy-low', told(more, 'more'))
  return most(fewer) ? finding('trust-proxy-high', told(fewer, 'fewer')) : undefined
}
