import { feedback } from '#areas/feedback/public.ts'
import { privacy } from '#areas/privacy/public.ts'
import { selfService } from '#areas/self-service/public.ts'
import { type PublicArea, paramsOf, presentPath } from '#kit/public/router.tsx'
import type { TextPart } from './text-parts.ts'

/** THE AREAS OF THE PUBLIC APPLICATION: what is not in this list has no page there; what each brings stands in its `public.ts`. */
export const publicAreas: readonly PublicArea[] = [selfService, feedback, privacy]

/** Which words the page of the present address says. */
export const textPart = (): TextPart =>
  feedback.screens.some(({ path }) => paramsOf(path, presentPath())) ? 'survey' : 'own'
