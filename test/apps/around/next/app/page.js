import { auth, signIn } from '@/auth'

export default async function Home() {
  const session = await auth()
  if (session?.user)
    return (
      <>
        <p>Hello {session.user.name}</p>
        <form action="/sign-out" method="post">
          <button type="submit">Sign out</button>
        </form>
      </>
    )
  return (
    <form
      action={async () => {
        'use server'
        await signIn('sso', { redirectTo: '/' })
      }}
    >
      <button type="submit">Sign in</button>
    </form>
  )
}
