import { serve } from '#kit/server/serve.ts'
import { getMyDay as myDay } from '../contract/my-day.ts'
import { getSalesByCustomerGroup as salesBy } from '../contract/sales-by.ts'
import { getSalesTrend as trend } from '../contract/trend.ts'
import * as contract from '../contract.ts'
import { getDashboard } from './get-dashboard.ts'
import { getMyDay } from './get-my-day.ts'
import { getSalesBy } from './get-sales-by.ts'
import { getSalesTrend } from './get-sales-trend.ts'

export const dashboardRoutes = [
  serve(contract.getDashboard, getDashboard),
  serve(trend, getSalesTrend),
  serve(salesBy, getSalesBy),
  serve(myDay, getMyDay),
]
