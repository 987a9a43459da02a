import { feedback } from '#areas/feedback/public.ts'
import { privacy } from '#areas/privacy/public.ts'
import { cardPath } from '#areas/self-service/paths.ts'
import { selfService } from '#areas/self-service/public.ts'
import { currentPath, type PublicArea, pathParams } from '#kit/public/router.tsx'
import type { TextPart } from './text-parts.ts'

/** The areas with public pages. Each area declares its pages in its `public.ts`. */
export const publicAreas: readonly PublicArea[] = [selfService, feedback, privacy]

/** Returns the name of the text bundle that the current public page loads. */
export function currentTextPart(): TextPart {
  if (feedback.screens.some(({ path }) => pathParams(path, currentPath()))) return 'survey'
  return currentPath().startsWith(cardPath.pattern) ? 'card' : 'forms'
}
