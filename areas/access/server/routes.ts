import { serve } from '#kit/server/serve.ts'
import * as contract from '../contract.ts'
import { listLoginActivities } from './list-login-activities.ts'
import { resendCode } from './one-time-code.ts'
import { hashingTurns } from './passwords.ts'
import { profile } from './profile.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { systemSignIn } from './system-sign-in.ts'
import { verifySignIn } from './verify-sign-in.ts'

export const accessRoutes = [
  serve(contract.signIn, signIn, 'call', hashingTurns),
  serve(contract.resendCode, resendCode),
  serve(contract.verifySignIn, verifySignIn),
  serve(contract.systemSignIn, systemSignIn, 'call', hashingTurns),
  serve(contract.profile, profile),
  serve(contract.signOut, signOut),
  serve(contract.listLoginActivities, listLoginActivities),
]
