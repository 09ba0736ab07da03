/**
 * The departments of the shop. Each has its own address, heading and text, and shows the products of its categories.
 */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { id, idParams, message } from '#shared/kernel/fields.ts'
import { departmentFields } from '../resources/department.ts'
import { schemasOf } from '#shared/platform/resources/described.ts'

const departmentSchemas = schemasOf(departmentFields)

const department = z.object({ _id: id, ...departmentSchemas.reply, version: z.int() })
export type Department = z.infer<typeof department>

const counted = z.extend(department, {
  /** The number of products on sale in its categories. */
  products: z.int(),
  /** The earlier addresses, which lead to the one of today. */
  formerSlugs: z.array(z.string()),
})
export type CountedDepartment = z.infer<typeof counted>

const departmentEdit = z.object({
  ...departmentSchemas.edit,
  /** The version with which the form was opened. A save with an older version is refused with 409. */
  version: z.optional(z.int()),
})
export type DepartmentEdit = z.infer<typeof departmentEdit>

export const departments = contract({
  list: {
    method: 'GET',
    path: '/api/departments',
    access: 'public',
    summary: 'The departments of the shop in their order, with the number of their products on sale',
    reply: z.array(counted),
    // A department shows products, so every change of a department counts as a change of products.
    cached: ['Product'],
  },
  one: {
    method: 'GET',
    path: '/api/departments/:id',
    access: 'admin',
    summary: 'One department',
    params: idParams,
    reply: department,
  },
  create: {
    method: 'POST',
    path: '/api/departments',
    access: 'admin',
    summary: 'Adds a department; an empty address is made from the name',
    body: departmentEdit,
    reply: department,
    status: 201,
  },
  update: {
    method: 'PUT',
    path: '/api/departments/:id',
    access: 'admin',
    summary: 'Saves a department',
    params: idParams,
    body: departmentEdit,
    reply: department,
  },
  remove: {
    method: 'DELETE',
    path: '/api/departments/:id',
    access: 'admin',
    summary: 'Deletes a department; its products stay in the shop',
    params: idParams,
    reply: message,
  },
})
