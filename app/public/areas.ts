import { feedback } from '#areas/feedback/public.ts'
import { privacy } from '#areas/privacy/public.ts'
import { cardPath } from '#areas/self-service/paths.ts'
import { selfService } from '#areas/self-service/public.ts'
import { type PublicArea, paramsOf, presentPath } from '#kit/public/router.tsx'
import type { TextPart } from './text-parts.ts'

/** THE AREAS OF THE PUBLIC APPLICATION: what is not in this list has no page there; what each brings stands in its `public.ts`. */
export const publicAreas: readonly PublicArea[] = [selfService, feedback, privacy]

/** The part of the texts that the page at the present address shows. */
export function textPart(): TextPart {
  if (feedback.screens.some(({ path }) => paramsOf(path, presentPath()))) return 'survey'
  return presentPath().startsWith(cardPath.pattern) ? 'card' : 'forms'
}
