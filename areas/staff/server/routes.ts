import { serve } from '#kit/server/serve.ts'
import * as people from '../contract/people.ts'
import * as photo from '../contract/photo.ts'
import * as places from '../contract/places.ts'
import * as contract from '../contract.ts'
import { getDepartments } from './get-departments.ts'
import { getBuildings, listBuildings } from './list-buildings.ts'
import { listStaffs } from './list-staffs.ts'
import { addStaff } from './people/add-staff.ts'
import { changeOwnPhoto } from './people/change-own-photo.ts'
import { deleteStaff } from './people/delete-staff.ts'
import { getStaff } from './people/get-staff.ts'
import { restoreStaff } from './people/restore-staff.ts'
import { updateStaff } from './people/update-staff.ts'
import { addBuilding } from './places/add-building.ts'
import { addDepartment } from './places/add-department.ts'
import { listDepartments } from './places/list-departments.ts'
import { updateBuilding } from './places/update-building.ts'
import { updateDepartment } from './places/update-department.ts'

export const staffRoutes = [
  serve(contract.listBuildings, listBuildings),
  serve(contract.getBuildings, getBuildings),
  serve(places.addBuilding, addBuilding),
  serve(places.updateBuilding, updateBuilding),
  serve(contract.getDepartments, getDepartments),
  serve(places.listDepartments, listDepartments),
  serve(places.addDepartment, addDepartment),
  serve(places.updateDepartment, updateDepartment),
  serve(contract.listStaffs, listStaffs),
  serve(people.getStaff, getStaff),
  serve(people.addStaff, addStaff),
  serve(people.updateStaff, updateStaff),
  serve(people.deleteStaff, deleteStaff),
  serve(people.restoreStaff, restoreStaff),
  serve(photo.changeOwnPhoto, changeOwnPhoto),
]
