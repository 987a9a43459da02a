import type { APIRequestContext } from '@playwright/test'
import { askCode, latestCode, PASSWORD, post, uniqueDigits } from './api.ts'

// Staff with accounts of their own, for journeys that change how a user signs in.

export type Colleague = { username: string; password: string; UserId: number }
/** Head office creates an account, and its owner sets the password by the link in the message. */
export async function newColleague(hq: APIRequestContext, colleagueRequest: APIRequestContext): Promise<Colleague> {
  const number = uniqueDigits()
  const username = `mei.${number}`
  const { StaffId } = await post<{ StaffId: number }>(hq, '/staffs/add', {
    FullName: `Tan Mei Ling ${number}`,
    PreferredName: 'Mei',
    Email: `${username}@carat.example`,
    StaffType: 'Outlet Staff',
    BuildingCode: 'KL1',
  })
  const { UserId } = await post<{ UserId: number }>(hq, '/users/add', { StaffId, Username: username })
  await post(hq, '/users/change-rights', { UserIds: [UserId], Give: { Roles: ['Customer'] } })
  await post(hq, '/auth/request-password-reset', { UserId })
  const link = new URL(await latestLink(colleagueRequest))
  await post(colleagueRequest, '/auth/reset-password', {
    Token: link.hash.slice(1),
    NewPassword: PASSWORD,
    ConfirmPassword: PASSWORD,
  })
  await signInColleague(colleagueRequest, username, PASSWORD)
  await post(colleagueRequest, '/workspace/preferences', { Mode: 'system' })
  return { username, password: PASSWORD, UserId }
}

export async function latestLink(request: APIRequestContext): Promise<string> {
  const reply = await request.get('/api/1.0/dev/outbox')
  const messages = (await reply.json()) as { Body: string }[]
  const link = messages.map(({ Body }) => Body.match(/http\S+step=reset#\S+/)?.[0]).find((match) => match !== undefined)
  if (!link) throw new Error('No link has arrived')
  return link
}

export async function signInColleague(request: APIRequestContext, Username: string, Password: string) {
  const ChallengeId = await askCode(request, Username, Password)
  await post(request, '/auth/sign-in/verify', { ChallengeId, Code: await latestCode(request) })
}
