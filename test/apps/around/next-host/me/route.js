export async function GET(request) {
  const session = await globalThis.sso.session({ headers: { cookie: request.headers.get('cookie') ?? undefined } })
  return new Response(`Hello, ${session?.user.name}.\n`)
}
