import type { Ctx } from '#kit/server/ctx.ts'
import { serve } from '#kit/server/serve.ts'
import * as contract from '../contract.ts'
import { getForecast, getRetentionFit, listForecasts } from './forecasts.ts'
import { REFIT_JOB_NAME } from './refit.ts'

/** Starts a fit of the purchase model in the background. */
async function refitRetention(ctx: Ctx) {
  await ctx.services.announce(ctx, 'job', REFIT_JOB_NAME)
  ctx.audit('Fit Retention', 'Retention', 'latest', 'Fit Retention in Retention.')
  return { RequestedYN: 'Y' as const }
}

export const retentionRoutes = [
  serve(contract.getForecast, getForecast),
  serve(contract.listForecasts, listForecasts),
  serve(contract.getRetentionFit, getRetentionFit),
  serve(contract.refitRetention, refitRetention),
]
