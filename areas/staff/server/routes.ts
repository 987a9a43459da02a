import { serve } from '#kit/server/serve.ts'
import * as contract from '../contract.ts'
import { getDepartments } from './get-departments.ts'
import { getBuildings, listBuildings } from './list-buildings.ts'
import { listStaffs } from './list-staffs.ts'

export const staffRoutes = [
  serve(contract.listBuildings, listBuildings),
  serve(contract.getBuildings, getBuildings),
  serve(contract.getDepartments, getDepartments),
  serve(contract.listStaffs, listStaffs),
]
