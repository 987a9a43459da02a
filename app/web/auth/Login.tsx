import { LoginPage } from '#areas/access/web/LoginPage.tsx'
import { getConfig } from '../config.ts'

export const Login = () => <LoginPage demo={getConfig().Demo} providers={getConfig().SignInProviders} />
