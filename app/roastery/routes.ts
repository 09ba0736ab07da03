import { route, type RouteConfigEntry } from '@react-router/dev/routes'

/** The pages of this group, by address. Files are named from app/. */
export const roasteryPages: RouteConfigEntry[] = [
  route('admin/grinding', 'roastery/grinding/grinding.tsx'),
  route('admin/coffee-cost', 'roastery/coffee-cost/coffee-cost.tsx'),
  route('admin/coffee-inventory', 'roastery/coffee-cost/inventory.tsx'),
  route('admin/batch/:id', 'roastery/batch/batch.tsx'),
  route('admin/reschedule', 'roastery/roastery/moved-orders.tsx'),
  route('admin/roastery/:day?', 'roastery/roastery/roastery.tsx'),
  route('admin/roastery/:day/print', 'roastery/roastery/print-plan.tsx'),
  route('admin/roast-day/:day?', 'roastery/roast-day/roast-day.tsx'),
  route('admin/green-coffee', 'roastery/green/green-list.tsx'),
  route('admin/green-coffee/:id', 'roastery/green/lot.tsx'),
  route('admin/green-coffee/:id/edit', 'roastery/green/edit.tsx'),
  route('admin/green-coffee/:id/to-shop', 'roastery/green/to-shop.tsx'),
  route('admin/roasts', 'roastery/recipe/roast-list.tsx'),
  route('admin/roasts/:id/edit', 'roastery/recipe/edit-roast.tsx'),
  route('admin/recipes', 'roastery/recipe/recipe-list.tsx'),
  route('admin/recipes/:id/edit', 'roastery/recipe/edit-recipe.tsx'),
]
