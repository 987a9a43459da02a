import { LoginPage } from '#areas/access/web/LoginPage.tsx'
import { getConfig } from '../config.ts'

export function Login() {
  const { Demo, Company, SignInProviders } = getConfig()
  return <LoginPage demo={Demo} company={Company} providers={SignInProviders} />
}
