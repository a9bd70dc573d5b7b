# The configuration of the README in OmniAuth's builder, and a button that begins a sign-in.
require 'omniauth'
require 'omniauth_openid_connect'
require 'rack/protection'

ISSUER = URI(ENV.fetch('ISSUER'))

use Rack::Session::Cookie, secret: '0123456789abcdef' * 4
use OmniAuth::Builder do
  provider :openid_connect, {
    name: :my_provider,
    issuer: ENV.fetch('ISSUER'),
    scope: [:openid, :email, :profile],
    response_type: :code,
    uid_field: 'preferred_username',
    client_options: {
      port: ISSUER.port,
      scheme: ISSUER.scheme,
      host: ISSUER.host,
      identifier: ENV.fetch('CLIENT_ID'),
      secret: ENV.fetch('CLIENT_SECRET'),
      redirect_uri: ENV.fetch('REDIRECT_URI'),
    },
  }
end
run lambda { |env|
  token = Rack::Protection::AuthenticityToken.token(env['rack.session'])
  form = "<form method=post action=/auth/my_provider><input type=hidden name=authenticity_token value='#{token}'>"
  [200, { 'Content-Type' => 'text/html' }, ["#{form}<button>Sign in</button></form>"]]
}
