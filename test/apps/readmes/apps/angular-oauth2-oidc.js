// The standalone set-up and the code flow of the README. Angular compiles the component in the browser.
import '@angular/compiler'
import { provideHttpClient } from '@angular/common/http'
import { Component, inject, signal } from '@angular/core'
import { bootstrapApplication } from '@angular/platform-browser'
import { OAuthService, provideOAuthClient } from 'angular-oauth2-oidc'

const { issuer, clientId, fixed } = SETTINGS
const authCodeFlowConfig = {
  issuer,
  redirectUri: `${window.location.origin}/index.html`,
  clientId,
  responseType: 'code',
  scope: fixed ? 'openid profile email' : 'openid profile email offline_access',
  showDebugInformation: true,
}
class AppComponent {
  oauthService = inject(OAuthService)
  subject = signal('')
  async ngOnInit() {
    this.oauthService.configure(authCodeFlowConfig)
    await this.oauthService.loadDiscoveryDocumentAndTryLogin()
    this.subject.set(this.oauthService.getIdentityClaims()?.sub)
  }
}
const template = `
  @if (subject()) {
    <p>Hello {{ subject() }}</p>
  } @else {
    <button (click)="oauthService.initCodeFlow()">Log in</button>
  }`
bootstrapApplication(Component({ selector: '#root', template })(AppComponent), {
  providers: [provideHttpClient(), provideOAuthClient()],
})
