"""Properties: strategies that yield cases, which the judge judges as it judges those of the fixtures."""

from toolset_conformance.search.property import Property, all_properties
from toolset_conformance.search.search import Search, run

__all__ = ["Property", "Search", "all_properties", "run"]
