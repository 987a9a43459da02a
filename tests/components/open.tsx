import { QueryClient } from '@tanstack/react-query'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { loadConfig } from '#app/web/config.ts'
import { AppRoot } from '#app/web/Root.tsx'
import { signedOutRoutes } from '#app/web/routes.tsx'
import { signedInRoutes } from '#app/web/signed-in-routes.tsx'
import { loadPageTexts, loadShellTexts, startAppTexts } from '#app/web/texts.ts'
import { profile } from '#areas/access/contract.ts'
import { type Privilege, privileges, type Role, roles } from '#areas/access/roles.ts'
import { markSignedIn } from '#areas/access/web/stored.ts'
import { formFields } from '#areas/custom-fields/contract/custom-fields.ts'
import { findDuplicates } from '#areas/customers/contract/duplicates.ts'
import { appConfig } from '#areas/setup/contract.ts'
import { myLists } from '#areas/views/contract.ts'
import { getMenuBadges, getPreferences, listRecentRecords, type Preferences } from '#areas/workspace/contract.ts'
import { HQ_CODE } from '#kit/contract/scope.ts'
import { refetchAfterChanges } from '#kit/web/renewal.ts'
import { defaultAppearance } from '#kit/web/theme.tsx'
import { answerByDefault, replyOf } from './server.ts'

// Renders pages and parts in the application's own providers and routes, signed in to the server of ./server.ts.

type Options = {
  /** By default, head office has every role and privilege, and an outlet user belongs to KLCC. */
  as?: 'hq' | 'outlet'
  roles?: readonly Role[]
  privileges?: readonly Privilege[]
  preferences?: Partial<Preferences>
  width?: number
}

const preferencesDefault: Preferences = {
  Mode: 'light',
  Navigation: 'side',
  CollapsedYN: 'N',
  Direction: 'ltr',
  HeaderColor: defaultAppearance.header,
  AccentColor: defaultAppearance.accent,
  Language: 'en',
  Density: 'comfortable',
  SingleKeysYN: 'Y',
  StartPage: 'dashboard',
}

/** Opens a page of the application at its address and waits until it has loaded. */
export async function openPage(address: string, options: Options = {}): Promise<void> {
  await closePage()
  answerShell(options)
  await page.viewport(options.width ?? 1280, 800)
  history.replaceState(null, '', address)
  markSignedIn()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } } })
  refetchAfterChanges(client)
  await Promise.all([startAppTexts('en'), loadShellTexts(), loadPageTexts(), loadConfig()])
  const children = [...(signedOutRoutes[0]!.children ?? []), ...signedInRoutes]
  const router = createBrowserRouter(copyRoutes([{ ...signedOutRoutes[0], children } as RouteObject]))
  disposeRouter = () => router.dispose()
  await render(
    <AppRoot appearance={defaultAppearance} client={client}>
      <RouterProvider router={router} />
    </AppRoot>,
  )
  await pageLoaded()
}

/** Returns new routes for each test, because the router clears `lazy` of the routes that it has loaded. */
const copyRoutes = (originals: readonly RouteObject[]): RouteObject[] =>
  originals.map(
    ({ children, lazy, ...route }) =>
      ({
        ...route,
        ...(lazy && { lazy: typeof lazy === 'function' ? lazy : { ...lazy } }),
        ...(children && { children: copyRoutes(children) }),
      }) as RouteObject,
  )

let disposeRouter = () => {}

/** Removes the open page. */
export async function closePage(): Promise<void> {
  await cleanup()
  disposeRouter()
}

/** Default replies of the calls that the shell makes on every page. Replies of the test take precedence. */
function answerShell({
  as = 'hq',
  roles: ownRoles = roles,
  privileges: ownPrivileges = privileges,
  preferences,
}: Options) {
  const { user_info, session } = replyOf(profile)
  const code = as === 'hq' ? HQ_CODE : 'KLCC'
  answerByDefault(profile, {
    user_info: {
      ...user_info,
      building: { id: 1, code, name: code },
      roles: [...ownRoles],
      privileges: [...ownPrivileges],
    },
    session: { ...session, idle_seconds: 86_400, expires_at: '2199-12-31T00:00:00Z', needs_passkey: false },
  })
  answerByDefault(getPreferences, { Preferences: { ...preferencesDefault, ...preferences } })
  answerByDefault(appConfig, {
    ...replyOf(appConfig, { Logo: null, Demo: false, SignInProviders: [] }),
    ...{ BusinessTimeZone: 'Asia/Kuala_Lumpur', Currency: 'MYR', Languages: ['en', 'zh', 'fr', 'ja'] },
  })
  answerByDefault(myLists, { views: [], choices: [] })
  answerByDefault(listRecentRecords, { count: 0, rows: [] })
  answerByDefault(getMenuBadges, { rows: [] })
  answerByDefault(formFields, { count: 0, rows: [] })
  answerByDefault(findDuplicates, { count: 0, rows: [] })
}

/** Moves the focus as the Tab key would. */
export async function focus(locator: Locator): Promise<void> {
  const element = (await locator.findElement()) as HTMLElement
  element.focus()
}

const BUSY = '[aria-busy="true"], .loading-bar, .ant-btn-loading, .ant-spin-spinning'
const CALM_FRAMES = 3

/** Waits until the page has loaded nothing for three frames. */
export async function waitUntilSettled(): Promise<void> {
  let calm = 0
  await expect
    .poll(
      async () => {
        await new Promise((drawn) => requestAnimationFrame(drawn))
        calm = document.querySelector(BUSY) === null ? calm + 1 : 0
        return calm
      },
      { interval: 1 },
    )
    .toBeGreaterThanOrEqual(CALM_FRAMES)
}

async function pageLoaded(): Promise<void> {
  await expect.poll(() => document.querySelector('h1')?.checkVisibility(), { interval: 5 }).toBe(true)
  await waitUntilSettled()
}
