import { serve } from '#kit/server/serve.ts'
import * as contract from '../contract.ts'
import { getDashboard } from './get-dashboard.ts'

export const dashboardRoutes = [serve(contract.getDashboard, getDashboard)]
