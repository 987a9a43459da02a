// Most who come by a passcode come to register: one file brings both pages.

export { LandingPage } from './LandingPage.tsx'
export { RegisterPage } from './RegisterPage.tsx'
