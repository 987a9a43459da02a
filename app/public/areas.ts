import { feedback } from '#areas/feedback/public.ts'
import { privacy } from '#areas/privacy/public.ts'
import { selfService } from '#areas/self-service/public.ts'
import type { PublicArea } from '#kit/public/router.tsx'

/** THE AREAS OF THE PUBLIC APPLICATION: what is not in this list has no page there; what each brings stands in its `public.ts`. */
export const publicAreas: readonly PublicArea[] = [selfService, feedback, privacy]
