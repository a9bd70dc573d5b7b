export const GET = () => new Response('The app answers as before.\n')
