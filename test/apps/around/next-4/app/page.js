import { getServerSession } from 'next-auth'
import { authOptions } from '@/auth'
import { Buttons } from './buttons'

export default async function Home() {
  const session = await getServerSession(authOptions)
  return (
    <>
      {session ? <p>Hello {session.user.name}</p> : null}
      <Buttons signedIn={session !== null} />
    </>
  )
}
