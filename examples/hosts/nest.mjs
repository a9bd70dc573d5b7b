/** NestJS 12 on Express with Portico; `app.use` is enough. In TypeScript the classes have decorators as usual. */
import 'reflect-metadata'
import { Body, Controller, Get, Module, Post, Req } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { PORT, startSso } from './sso.ts'

const sso = await startSso()

class Pages {
  home() {
    return 'The app answers as before.\n'
  }
  echo(body) {
    return body
  }
  async me(request) {
    return `Hello, ${(await sso.session(request))?.user.name}.\n`
  }
}
const method = (name, ...decorators) => {
  for (const decorate of decorators)
    decorate(Pages.prototype, name, Object.getOwnPropertyDescriptor(Pages.prototype, name))
}
Controller()(Pages)
method('home', Get('/'))
method('echo', Post('/echo'), (target, name) => Body()(target, name, 0))
method('me', Get('/me'), (target, name) => Req()(target, name, 0))

class App {}
Module({ controllers: [Pages] })(App)

const app = await NestFactory.create(App, { logger: false })
app.use(sso.callback())
app.use('/me', sso.guard())
app.enableShutdownHooks()
await app.listen(PORT, 'localhost')
console.log(`listening on ${PORT}`)
process.on('SIGTERM', () => void app.close().then(() => sso.close()))
