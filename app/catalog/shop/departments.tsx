import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { departments, type CountedDepartment } from '#shared/content/api/departments.ts'
import { ask } from '#app/platform/api/query.ts'
import styles from './shop.module.css'

export const departmentsQuery = ask(departments.list, {})

/** The departments that have products on sale, in the owner's order. */
export function useDepartments(): CountedDepartment[] {
  const { data = [] } = useQuery(departmentsQuery)
  return data.filter(({ products }) => products > 0)
}

/** The links to all products and to the departments. */
export function DepartmentLinks({ shown, current }: { shown: CountedDepartment[]; current?: string }) {
  if (shown.length === 0) return null
  return (
    <nav aria-label="Departments" className={`below-3 rule-below ${styles.departments}`}>
      <ul className="row-0-2">
        <li>
          <Link
            to="/shop"
            className="flex align-middle target"
            aria-current={current === '' ? 'page' : undefined}
          >
            Everything
          </Link>
        </li>
        {shown.map(({ _id, slug, name }) => (
          <li key={_id}>
            <Link
              to={`/shop/${slug}`}
              className="flex align-middle target"
              aria-current={current === slug ? 'page' : undefined}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
