import { serve } from '#kit/server/serve.ts'
import * as people from '../contract/people.ts'
import * as photo from '../contract/photo.ts'
import * as places from '../contract/places.ts'
import * as contract from '../contract.ts'
import { addStaff } from './people/add-staff.ts'
import { changeOwnPhoto } from './people/change-own-photo.ts'
import { deleteStaff, restoreStaff } from './people/delete-staff.ts'
import { getStaff, listStaffs } from './people/person-rows.ts'
import { updateStaff } from './people/update-staff.ts'
import { addBuilding, getBuildings, listBuildings, updateBuilding } from './places/buildings.ts'
import { addDepartment, getDepartments, listDepartments, updateDepartment } from './places/departments.ts'

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
