'use client'
import { getSession } from 'next-auth/react'
import { useEffect, useState } from 'react'

const token = async () => (await fetch('/token', { cache: 'no-store' })).json()

export default function Refresh() {
  const [text, setText] = useState('')
  useEffect(() => {
    const refresh = async () => {
      const before = await token()
      // As several parts of a page do at the same moment.
      await Promise.all([getSession(), getSession()])
      setText((await token()) === before ? 'The same token' : 'Refreshed')
    }
    refresh()
  }, [])
  return <p>{text}</p>
}
