import type { PublicPage } from '#kit/server/public-page.ts'
import { cardPath, endedPath, ownProfilePath, registerPath, selfServicePath, signInPath } from '../paths.ts'

/** The customers' pages; what else lies below them is no page. */
export const selfServicePages: readonly PublicPage[] = [
  { path: selfServicePath.pattern, module: 'public/LandingPage.tsx' },
  { path: registerPath.pattern, module: 'public/RegisterPage.tsx' },
  { path: ownProfilePath.pattern, module: 'public/EditPage.tsx' },
  { path: signInPath.pattern, module: 'public/SignInPage.tsx' },
  { path: cardPath.pattern, module: 'public/CardPage.tsx' },
  { path: endedPath.pattern, module: 'public/EndedPage.tsx' },
  { path: `${selfServicePath.pattern}/*` },
]
