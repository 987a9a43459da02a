import { feedbackPublicArea } from '#areas/feedback/public.ts'
import { privacyPublicArea } from '#areas/privacy/public.ts'
import { memberCardPath } from '#areas/self-service/paths.ts'
import { selfServicePublicArea } from '#areas/self-service/public.ts'
import { currentPath, type PublicArea, pathParams } from '#kit/public/router.tsx'
import type { PublicTextPart } from './text-parts.ts'

/** The areas with public pages. Each area declares its pages in its `public.ts`. */
export const publicAreas: readonly PublicArea[] = [selfServicePublicArea, feedbackPublicArea, privacyPublicArea]

/** Returns the name of the text bundle that the current public page loads. */
export function textPartOfCurrentPage(): PublicTextPart {
  if (feedbackPublicArea.screens.some(({ path }) => pathParams(path, currentPath()))) return 'survey'
  return currentPath().startsWith(memberCardPath.pattern) ? 'card' : 'forms'
}
