// An API of one route, as the README of each library has it: node api.mjs LIBRARY, with the token on its standard input.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import express from 'express'
import { expressjwt } from 'express-jwt'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { expressJwtSecret, koaJwtSecret, passportJwtSecret } from 'jwks-rsa'
import Koa from 'koa'
import koaJwt from 'koa-jwt'
import passport from 'passport'
import { ExtractJwt, Strategy } from 'passport-jwt'

const issuer = process.env.ISSUER
const jwksUri = `${issuer}/jwks`
const algorithms = ['ES256']
/** The line of the page, which an API has only after its developer added it. */
const fixed = process.env.FIXED === '1' ? { audience: 'sso-resource-api', issuer } : {}
const token = await text(process.stdin)

/** The status of a server's response to the token. */
async function statusFrom(handler) {
  const server = createServer(handler).listen(0)
  await once(server, 'listening')
  const headers = { Authorization: `Bearer ${token}` }
  const { status } = await fetch(`http://localhost:${server.address().port}/`, { headers })
  server.close()
  return status
}
const CHECKS = {
  async jose() {
    const typ = process.env.FIXED === '1' ? { typ: 'at+jwt' } : {}
    await jwtVerify(token, createRemoteJWKSet(new URL(jwksUri)), { ...fixed, ...typ, algorithms })
    return 200
  },
  'express-jwt': () =>
    statusFrom(
      express()
        .use(expressjwt({ secret: expressJwtSecret({ jwksUri }), algorithms, ...fixed }))
        .get('/', (_, res) => res.end())
        .use((error, _req, res, _next) => res.status(error.status).end()),
    ),
  'koa-jwt': () =>
    statusFrom(
      new Koa()
        .use(koaJwt({ secret: koaJwtSecret({ jwksUri }), algorithms, ...fixed }))
        .use((ctx) => void (ctx.body = 'ok'))
        .callback(),
    ),
  'passport-jwt': () => {
    const keys = {
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      secretOrKeyProvider: passportJwtSecret({ jwksUri }),
    }
    passport.use(new Strategy({ ...keys, algorithms, ...fixed }, (claims, done) => done(null, claims)))
    return statusFrom(express().get('/', passport.authenticate('jwt', { session: false }), (_, res) => res.end()))
  },
}
const status = await CHECKS[process.argv[2]]()
if (status !== 200) throw new Error(`refused with ${status}`)
