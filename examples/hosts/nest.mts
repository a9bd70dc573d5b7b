/** NestJS 12 on Express with Portico; `app.use` is enough. Compile it with `experimentalDecorators`. */
import 'reflect-metadata'
import type { IncomingMessage } from 'node:http'
import { Body, Controller, Get, Module, Post, Req } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { PORT, startSso } from './sso.ts'

const sso = await startSso()

@Controller()
class Pages {
  @Get('/')
  home() {
    return 'The app answers as before.\n'
  }

  @Post('/echo')
  echo(@Body() body: unknown) {
    return body
  }

  @Get('/me')
  async me(@Req() request: IncomingMessage) {
    return `Hello, ${(await sso.session(request))?.user.name}.\n`
  }
}

@Module({ controllers: [Pages] })
class App {}

const app = await NestFactory.create(App, { logger: false })
app.use(sso.callback())
app.use('/me', sso.guard())
app.enableShutdownHooks()
await app.listen(PORT, 'localhost')
console.log(`listening on ${PORT}`)
process.on('SIGTERM', () => void app.close().then(() => sso.close()))
