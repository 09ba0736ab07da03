import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { recipes, roasts, type Recipe } from '#shared/roastery/api/recipes.ts'
import { recipeFields } from '#shared/roastery/resources/roast.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { EditPage, useEdited } from '#app/platform/admin/form/edit-page.tsx'
import { PartsField } from '#app/platform/admin/form/parts-field.tsx'
import { ResourceFields, ResourceForm } from '#app/platform/admin/form/resource-form.tsx'
import { useResourceForm } from '#app/platform/admin/form/use-resource-form.ts'
import { LIST } from './recipe-list.tsx'

/** The page with the recipe of a coffee. */
export default function EditRecipe() {
  const edited = useEdited(recipes.one)
  return (
    <EditPage edited={edited} what="recipe" list={LIST} heading={edited.answer.data?.name ?? 'Recipe'}>
      {(recipe, { reload }) => <RecipeForm recipe={recipe} reload={reload} />}
    </EditPage>
  )
}

type RecipeFormProps = {
  recipe: Recipe
  reload: () => void
  /** The id of the roast that a new recipe begins with. */
  roast?: string
  /** The URL to go to after the save; null if the page stays. */
  list?: string | null
}

/** The form of the recipe of a coffee. */
export function RecipeForm({ recipe, reload, roast = '', list = LIST }: RecipeFormProps) {
  const client = useQueryClient()
  const listed = useQuery(ask(roasts.list, {})).data
  const hasRecipe = recipe.version > 0
  const form = useResourceForm({
    what: 'recipe',
    fields: recipeFields,
    saved: hasRecipe ? recipe : { ...recipe, roasts: [{ id: roast, percent: 100 }] },
    ...(list === null ? {} : { list }),
    send: (body) => call(recipes.save, { params: { id: recipe._id }, body }),
    onSaved: () => {
      toast.success('Recipe saved')
      return refresh(client, 'recipes', 'roasts', 'green')
    },
  })
  const deleting = useMutation({
    mutationFn: () => call(recipes.remove, { params: { id: recipe._id } }),
    onSuccess: async ({ message }) => {
      toast.success(message)
      form.finish()
      await refresh(client, 'recipes', 'roasts')
    },
    onError: (error) => toast.error(error.message),
  })
  return (
    <ResourceForm what="recipe" form={form} reload={reload} submit="Save">
      {listed?.length === 0 ? (
        <p>
          There are no roasts yet. <Link to="/admin/roasts/new/edit">Add a roast</Link> first.
        </p>
      ) : null}
      <PartsField
        name="roasts"
        label={recipeFields.roasts.label}
        hint={recipeFields.roasts.hint}
        what="roast"
        parts={form.values.roasts}
        options={(listed ?? []).map(({ _id: id, name }) => ({ id, text: name }))}
        problem={form.problems['roasts']}
        onChange={(parts) => form.change({ roasts: parts })}
      />
      <ResourceFields of={recipeFields} names={['notes']} form={form} />
      {hasRecipe && !recipe.isRoastedToOrder ? (
        <p>
          <Button
            look="quiet"
            busy={deleting.isPending}
            onClick={() => {
              if (window.confirm('Are you sure?')) deleting.mutate()
            }}
          >
            Delete the recipe
          </Button>
        </p>
      ) : null}
    </ResourceForm>
  )
}
