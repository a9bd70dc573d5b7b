// The module and the component of the README. Angular compiles the component in the browser.
import '@angular/compiler'
import { Component, importProvidersFrom, inject, signal } from '@angular/core'
import { bootstrapApplication } from '@angular/platform-browser'
import { AuthModule, LogLevel, OidcSecurityService } from 'angular-auth-oidc-client'

const { issuer, clientId, fixed } = SETTINGS
class AppComponent {
  oidcSecurityService = inject(OidcSecurityService)
  response = signal({})
  ngOnInit() {
    this.oidcSecurityService.checkAuth().subscribe((loginResponse) => this.response.set(loginResponse))
  }
  login() {
    this.oidcSecurityService.authorize()
  }
}
const template = `
  @if (response().isAuthenticated) {
    <p>Hello {{ response().userData.name }}</p>
  } @else {
    <p>{{ response().errorMessage }}</p>
    <button (click)="login()">Log in</button>
  }`
const auth = AuthModule.forRoot({
  config: {
    authority: issuer,
    redirectUrl: window.location.origin,
    postLogoutRedirectUri: window.location.origin,
    clientId,
    scope: fixed ? 'openid profile' : 'openid profile email offline_access',
    responseType: 'code',
    silentRenew: true,
    useRefreshToken: true,
    logLevel: LogLevel.Debug,
  },
})
bootstrapApplication(Component({ selector: '#root', template })(AppComponent), {
  providers: [importProvidersFrom(auth)],
})
