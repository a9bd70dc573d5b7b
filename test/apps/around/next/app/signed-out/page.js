export default function SignedOut() {
  return <p>Signed out</p>
}
