export const GET = () => new Response('Signed out')
