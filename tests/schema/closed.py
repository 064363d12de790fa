"""Schemas, as strict as a test wants them."""


def close(schema):
    """The schema without room for other members."""
    if isinstance(schema, list):
        return [close(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {key: close(value) for key, value in schema.items()}
    if isinstance(schema.get("properties"), dict):
        closed["additionalProperties"] = False
    return closed


def members(schema):
    """The names of all members, wherever they stand."""
    if isinstance(schema, list):
        return set().union(*map(members, schema))
    if not isinstance(schema, dict):
        return set()
    properties = schema.get("properties", {})
    return set(properties).union(*map(members, schema.values()), set())
