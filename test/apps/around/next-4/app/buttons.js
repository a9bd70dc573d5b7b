'use client'
import { signIn } from 'next-auth/react'

export function Buttons({ signedIn }) {
  if (!signedIn)
    return (
      <button type="button" onClick={() => signIn('sso', { callbackUrl: '/' })}>
        Sign in
      </button>
    )
  return (
    <form action="/sign-out" method="post">
      <button type="submit">Sign out</button>
    </form>
  )
}
